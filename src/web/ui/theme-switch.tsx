import { Monitor, Moon, Sun } from 'lucide-react';
import { type Theme, useTheme } from './theme.ts';

const CHOICES: { value: Theme; label: string; Icon: typeof Sun }[] = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
];

export function ThemeSwitch() {
  const [theme, choose] = useTheme();
  return (
    <fieldset className="inline-flex rounded-md border border-line">
      <legend className="sr-only">Theme</legend>
      {CHOICES.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className="grid size-8 cursor-pointer place-items-center rounded-md text-ink-soft hover:text-ink has-checked:bg-sunk has-checked:text-action has-focus-visible:outline-2 has-focus-visible:outline-action"
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => choose(value)}
            className="sr-only"
          />
          <Icon aria-hidden className="size-4" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
