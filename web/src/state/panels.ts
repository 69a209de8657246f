import { createSessionStore } from './session-state.ts';

/** Whether the info panel of the open chat is shown. */
export const useInfoPanel = createSessionStore<{ isOpen: boolean }>(() => ({ isOpen: false }));

export function setInfoPanelOpen(isOpen: boolean): void {
  useInfoPanel.setState({ isOpen });
}

export const infoPanelId = 'chat-info';
export const infoToggleId = 'chat-info-toggle';

/** Whether the sidebar shows the archive instead of the other chats. */
export const useArchive = createSessionStore<{ isOpen: boolean }>(() => ({ isOpen: false }));

export function setArchiveOpen(isOpen: boolean): void {
  useArchive.setState({ isOpen });
}

/** Whether the chat list covers the open chat, on screens too narrow for both. */
export const useSidebar = createSessionStore<{ isOpen: boolean }>(() => ({ isOpen: false }));

export function setSidebarOpen(isOpen: boolean): void {
  useSidebar.setState({ isOpen });
}
