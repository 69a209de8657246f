import { Navigate, Route, Routes } from 'react-router';
import { MainScreen } from '../routes/main-screen.tsx';
import { useLiveUpdates } from './use-live-updates.ts';

const accountPaths = ['/login', '/register', '/forgot-password', '/reset-password', '/verify-email'];

/** Loaded for nobody else: visitors need neither the socket nor the lists. */
export function VerifiedRoutes() {
  useLiveUpdates();
  return (
    <Routes>
      {accountPaths.map((path) => (
        <Route key={path} path={path} element={<Navigate to="/" replace />} />
      ))}
      <Route path="*" element={<MainScreen />} />
    </Routes>
  );
}
