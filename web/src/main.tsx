// oxlint-disable-next-line import/no-unassigned-import -- must run before any schema is made
import './browser/zod-without-eval.ts';
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { adoptStyleNonce, markPointer } from './browser/page-setup.ts';

adoptStyleNonce();
markPointer();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
