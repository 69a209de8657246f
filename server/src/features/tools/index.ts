import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { ImageDecoder } from '../../platform/images/image-decoder.ts';
import type { Logger } from '../../platform/logger.ts';
import { createAddressGuard } from '../../platform/outbound/address-guard.ts';
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
import { createIceServers } from './ice-servers.ts';
import { serveTools } from './tools.routes.ts';
import { createTools } from './tools.service.ts';

interface ToolsFeatureParts extends Pick<Config, 'dataDir' | 'ice' | 'linkPreviewAllow' | 'publicUrl'> {
  readonly foreignDecoder: ImageDecoder;
  readonly logger: Logger;
}

/** Link previews, images from other sites, and ICE servers. */
export function startTools(serve: Serve, parts: ToolsFeatureParts) {
  const { hostname: ownHost } = new URL(parts.publicUrl);
  const guard = createAddressGuard({ allowed: parts.linkPreviewAllow, ownHost });
  const fetchGuarded = createGuardedFetch({ guard, userAgent: 'ChatAppPreview/1.0' });
  const scratchDir = join(parts.dataDir, 'scratch');
  serveTools(serve, {
    iceServers: createIceServers(parts),
    tools: createTools({ guard, fetchGuarded, decoder: parts.foreignDecoder, scratchDir }),
  });
}
