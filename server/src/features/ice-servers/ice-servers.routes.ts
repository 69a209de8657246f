import { getIceServers } from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import type { IceServers } from './ice-servers.service.ts';

const rate = { limit: 30, windowMs: 60_000 };
const deadlineMs = 5000;

export function serveIceServers(serve: Serve, { iceServers }: { iceServers: IceServers }) {
  serve(getIceServers, { rate, deadlineMs }, async ({ input, caller }) => ({
    data: await iceServers.list(caller.userId, input.types.split(',')),
  }));
}
