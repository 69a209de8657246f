import { z } from 'zod';
import { endpoint, FileOutput } from './endpoint.ts';
import { inputTexts } from './texts.ts';

/** An address that a user typed; the code that fetches it decides whether that is allowed. */
const ForeignUrl = z
  .string(inputTexts.addressForbidden)
  .min(1, inputTexts.addressForbidden)
  .max(2048, inputTexts.addressForbidden);

/** The metadata of a page; `image.url` is on our own origin. */
export const LinkPreview = z.object({
  title: z.string(),
  description: z.string(),
  image: z.object({ url: z.string() }).nullable(),
  screenshot: z.null(),
});
export type LinkPreview = z.infer<typeof LinkPreview>;

/** Null data: the page is unreachable or has no metadata. */
export const getLinkPreview = endpoint({
  method: 'GET',
  path: '/api/tools/link-preview',
  access: 'verified',
  input: z.object({ url: ForeignUrl }),
  output: z.object({ data: LinkPreview.nullable() }),
});

/** An external image, fetched and re-encoded by us, so that its host learns nothing about the viewer. */
export const getForeignImage = endpoint({
  method: 'GET',
  path: '/api/tools/image-proxy',
  access: 'verified',
  input: z.object({ url: ForeignUrl }),
  output: FileOutput,
  errors: ['not_found'],
});

/** The proxied address of an external image. */
export const foreignImagePath = (url: string) => `${getForeignImage.path}?url=${encodeURIComponent(url)}`;
