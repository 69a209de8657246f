import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { ImageDecoder } from '../../platform/images/image-decoder.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { createAddressGuard } from '../../platform/outbound/address-guard.ts';
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
import { serveLinkPreviews } from './link-previews.routes.ts';
import { createLinkPreviews } from './link-previews.service.ts';

interface LinkPreviewFeatureDeps extends Pick<Config, 'dataDir' | 'linkPreviewAllow' | 'publicUrl'> {
  readonly foreignDecoder: ImageDecoder;
  readonly metrics: Pick<Metrics, 'watchQueue'>;
}

/** Link previews, and images from other sites. */
export function startLinkPreviews(serve: Serve, deps: LinkPreviewFeatureDeps) {
  const { hostname: ownHost } = new URL(deps.publicUrl);
  const guard = createAddressGuard({ allowed: deps.linkPreviewAllow, ownHost });
  const fetchGuarded = createGuardedFetch({ guard, userAgent: 'ChatAppPreview/1.0' });
  const scratchDir = join(deps.dataDir, 'scratch');
  const linkPreviews = createLinkPreviews({ guard, fetchGuarded, decoder: deps.foreignDecoder, scratchDir });
  deps.metrics.watchQueue('link_previews', linkPreviews.fetchDepth);
  deps.metrics.watchQueue('foreign_decoder', linkPreviews.decodeDepth);
  serveLinkPreviews(serve, { linkPreviews });
}
