import { create } from 'zustand';

/** Whether the sidebar covers the chat on screens too narrow for both. It starts open: no chat is selected yet. */
export const useSidebar = create<{ isOpen: boolean }>(() => ({ isOpen: true }));

export function setSidebarOpen(isOpen: boolean): void {
  useSidebar.setState({ isOpen });
}
