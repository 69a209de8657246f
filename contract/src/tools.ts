import { z } from 'zod';
import { endpoint, FileOutput } from './endpoint.ts';
import { answerTexts } from './texts.ts';

/** An address that somebody typed; whether it may be fetched is decided where it is fetched. */
const ForeignUrl = z
  .string(answerTexts.addressForbidden)
  .min(1, answerTexts.addressForbidden)
  .max(2048, answerTexts.addressForbidden);

/** What a page says about itself; `image.url` is on our own origin. */
export const LinkPreview = z.object({
  title: z.string(),
  description: z.string(),
  image: z.object({ url: z.string() }).nullable(),
  screenshot: z.null(),
});
export type LinkPreview = z.infer<typeof LinkPreview>;

/** Null data: the page cannot be had, or says nothing about itself. */
export const getLinkPreview = endpoint({
  method: 'GET',
  path: '/api/tools/link-preview',
  access: 'verified',
  input: z.object({ url: ForeignUrl }),
  output: z.object({ data: LinkPreview.nullable() }),
});

/** A picture from elsewhere, fetched and drawn anew by us, so that its host learns nothing about who looks at it. */
export const getForeignImage = endpoint({
  method: 'GET',
  path: '/api/tools/image-proxy',
  access: 'verified',
  input: z.object({ url: ForeignUrl }),
  output: FileOutput,
  errors: ['not_found'],
});

const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof IceServer>;

/** Where two browsers learn how to reach each other. `types` is a list with commas: `private`, `cloudflare`; others are ignored. */
export const getIceServers = endpoint({
  method: 'GET',
  path: '/api/tools/ice-servers',
  access: 'verified',
  input: z.object({ types: z.string().max(200).default('private,cloudflare') }),
  output: z.object({ data: z.array(IceServer) }),
});

/** Where a picture from elsewhere is shown from. */
export const foreignImagePath = (url: string) => `${getForeignImage.path}?url=${encodeURIComponent(url)}`;
