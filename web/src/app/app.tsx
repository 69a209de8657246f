import { BrowserRouter } from 'react-router';
import { ErrorBoundary } from './error-boundary.tsx';
import { Notices } from './notices.tsx';
import { Providers } from './providers.tsx';
import { SessionRoutes } from './session-routes.tsx';

export function App() {
  return (
    <ErrorBoundary>
      <Providers>
        <BrowserRouter>
          <SessionRoutes />
        </BrowserRouter>
        <Notices />
      </Providers>
    </ErrorBoundary>
  );
}
