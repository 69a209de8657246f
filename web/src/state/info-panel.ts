import { create } from 'zustand';

/** Whether the info panel of the open chat is shown. */
export const useInfoPanel = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

export function setInfoPanelOpen(isOpen: boolean): void {
  useInfoPanel.setState({ isOpen });
}
