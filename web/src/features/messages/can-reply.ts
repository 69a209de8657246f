import { createContext } from 'react';

/** False where the user cannot send messages. */
export const CanReplyContext = createContext(true);
