import type { ComponentProps } from 'react';
import { SearchPalette } from '../features/search/search-palette.tsx';
import { usePaletteCommands } from './use-palette-commands.tsx';

type MainSearchProps = Omit<ComponentProps<typeof SearchPalette>, 'commands'> &
  Parameters<typeof usePaletteCommands>[0];

/** The search, with the commands of the main screen. */
export function MainSearch({ openId, openDialog, ...search }: MainSearchProps) {
  return <SearchPalette {...search} commands={usePaletteCommands({ openId, openDialog })} />;
}
