import type { UserId } from '@chat-app/contract';
import { CalendarHeart, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useChatList } from '../../api/chats.ts';
import { useUser } from '../../api/friendships.ts';
import { chatPath } from '../../format/paths.ts';
import { longDate } from '../../format/day-label.ts';
import { facesOf } from '../../format/people.ts';
import { Avatar } from '../../ui/avatar.tsx';

const groupsShown = 20;

/** Details about the other user of a direct chat. */
export function UserDetails({ userId }: { userId: UserId }) {
  const { data: user } = useUser(userId);
  const { data: rows = [] } = useChatList();
  const shared = rows.filter(({ isGroup, members }) => isGroup && members.includes(userId)).slice(0, groupsShown);
  if (!user?.email && !user?.friendsSince && shared.length === 0) return null;
  return (
    <section aria-label="About" className="mt-3 border-t border-line px-3 py-3">
      <dl className="flex flex-col gap-2 text-13">
        {user?.email && (
          <Detail icon={<Mail aria-hidden="true" />} name="Email">
            <bdi className="wrap-anywhere">{user.email}</bdi>
          </Detail>
        )}
        {user?.friendsSince && (
          <Detail icon={<CalendarHeart aria-hidden="true" />} name="Friends since">
            <time dateTime={user.friendsSince}>{longDate(user.friendsSince)}</time>
          </Detail>
        )}
      </dl>
      {shared.length > 0 && (
        <>
          <h4 id="shared-groups" className="mt-3 mb-1 text-13 font-medium text-muted">
            Groups you share
          </h4>
          <ul aria-labelledby="shared-groups" className="-mx-1">
            {shared.map((chat) => (
              <li key={chat._id}>
                <Link
                  to={chatPath(chat._id)}
                  className="flex min-h-11 items-center gap-3 rounded-control px-1 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <Avatar src={chat.avatar} name={chat.name} memberAvatars={facesOf(chat)} className="size-8" />
                  <bdi className="min-w-0 truncate font-medium">{chat.name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Detail({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="flex items-center gap-3 text-muted [&_svg]:size-4.5 [&_svg]:shrink-0">
        {icon}
        {name}
      </dt>
      <dd className="pl-7.5">{children}</dd>
    </div>
  );
}
