import { uploadImage } from '@chat-app/contract';
import type { HttpClient } from '../../../test/http-client.ts';
import { aPicture } from '../../platform/images/sample-images.fixture.ts';

/** A small picture, as a form contains it. */
export const anImage = async () => new Blob([new Uint8Array(await aPicture('png'))]);

/** The address of a picture that this person has uploaded. */
export const anUploadedImage = async (person: HttpClient) =>
  (await person.upload(uploadImage, await anImage())).body.url;
