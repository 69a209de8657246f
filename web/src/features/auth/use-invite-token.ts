import { useSearchParams } from 'react-router';

/** The invitation with which somebody signs up; null without one. */
export function useInviteToken(): string | null {
  const [search] = useSearchParams();
  return search.get('invite') || null;
}
