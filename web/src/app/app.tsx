import { ErrorBoundary } from './error-boundary.tsx';
import { AppLayers } from './app-layers.tsx';
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
        <AppLayers />
      </Providers>
    </ErrorBoundary>
  );
}
