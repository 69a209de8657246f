export { addNotices } from './chat-notices.ts';
export { createChatMembers } from './chat-members.service.ts';
export { broadcastChats } from './chats.broadcasts.ts';
export { lastLine, listName } from './chats.presenter.ts';
export { serveChats } from './chats.routes.ts';
export { createChats } from './chats.service.ts';
export { followChats } from './chats.socket.ts';
