import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeletedPerson, deletedPersonsQuery } from '../../data/deleted-persons.ts';
import { Button } from '../../ui/button.tsx';
import { Day } from '../../ui/day.tsx';
import { ErasePersonDialog } from './erase-person-dialog.tsx';

/** Deleted accounts, the persons of which can be erased. */
export function DeletedPersonsPart() {
  const persons = useQuery(deletedPersonsQuery);
  const [erasing, setErasing] = useState<DeletedPerson | null>(null);
  return (
    <>
      {persons.data && persons.data.length > 0 && (
        <section aria-label="Deleted accounts" className="border-t border-line px-5 py-3.5">
          <h3 className="text-sm text-ink-soft">Deleted accounts</h3>
          <ul className="mt-1 divide-y divide-line">
            {persons.data.map((person) => (
              <li
                key={person.id}
                className="flex flex-wrap items-center justify-between gap-3 py-2"
              >
                <span className="min-w-0 wrap-anywhere">
                  {person.email ?? person.name}, deleted <Day at={person.deleted_at} />
                  {person.legal_hold && <span className="text-ink-soft">. Under legal hold</span>}
                </span>
                <Button
                  size="small"
                  variant="danger"
                  disabled={person.legal_hold}
                  onClick={() => setErasing(person)}
                >
                  Erase person<span className="sr-only"> {person.email ?? person.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {erasing && <ErasePersonDialog person={erasing} onClose={() => setErasing(null)} />}
    </>
  );
}
