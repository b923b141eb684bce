import { Button } from './button.tsx';

export function DeleteButton(props: { name: string; onClick: () => void }) {
  return (
    <Button size="small" variant="ghost" className="text-danger!" onClick={props.onClick}>
      Delete<span className="sr-only"> {props.name}</span>
    </Button>
  );
}
