import { create } from 'zustand';

/** Whether the chat list covers the open chat, on screens too narrow for both. */
export const useSidebar = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

export function setSidebarOpen(isOpen: boolean): void {
  useSidebar.setState({ isOpen });
}
