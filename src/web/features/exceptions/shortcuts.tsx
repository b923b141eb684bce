import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';

const KEY = 'review_shortcuts';

/** Returns true in fields, and in menus, where letters select items. */
const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=menu]') !== null);

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Handles single-key shortcuts while the user is not typing, unless they are switched off. */
export function useShortcuts(
  actions: Record<string, () => void>,
): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(kept);
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      const act = latest.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      // Ignore key repeat: it would decide cases that were never seen.
      if (!event.repeat) act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [on]);
  const change = (next: boolean) => {
    setOn(next);
    try {
      localStorage.setItem(KEY, next ? 'on' : 'off');
    } catch {
      // Without storage the setting lasts for this page only.
    }
  };
  return [on, change];
}

export function ShortcutSwitch(props: {
  on: boolean;
  onChange: (on: boolean) => void;
  onHelp: () => void;
}) {
  return (
    <div className="flex items-center gap-2 text-xs text-ink-soft pointer-coarse:hidden">
      <Button size="small" variant="ghost" aria-label="Show the keys" onClick={props.onHelp}>
        Keys ?
      </Button>
      <Switch
        label="Keys: A approves, R rejects, J goes to the next case, K to the one before, Z undoes"
        checked={props.on}
        onChange={props.onChange}
      />
    </div>
  );
}
