import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '../../state/theme.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

const options = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const;

export function ThemeChoice() {
  const choice = useTheme((state) => state.choice);
  return <SegmentedControl label="Theme" options={options} value={choice} onChange={chooseTheme} />;
}
