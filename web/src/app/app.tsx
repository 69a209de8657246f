import { ErrorBoundary } from './error-boundary.tsx';
import { Notices } from './notices.tsx';
import { Providers } from './providers.tsx';
import { Router } from './router.tsx';
import { SessionRoutes } from './session-routes.tsx';

export function App() {
  return (
    <ErrorBoundary>
      <Providers>
        <Router>
          <SessionRoutes />
        </Router>
        <Notices />
      </Providers>
    </ErrorBoundary>
  );
}
