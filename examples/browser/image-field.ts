import { type MediaAsset, SocialPublishingError } from 'social-publishing';
import { client } from './client.ts';
import { announce, byId } from './elements.ts';

const input = byId('image', HTMLInputElement);
const card = byId('image-card', HTMLDivElement);
const preview = byId('image-preview', HTMLImageElement);
const name = byId('image-name', HTMLParagraphElement);
const progress = byId('image-progress', HTMLProgressElement);
const state = byId('image-state', HTMLParagraphElement);
const altText = byId('alt-text', HTMLInputElement);

let upload:
  | { readonly done: Promise<MediaAsset | undefined>; readonly controller: AbortController }
  | undefined;

/** What this page has uploaded, by the reference that posts carry. */
const previews = new Map<string, string>();

const refOf = (asset: MediaAsset): string => `${asset.bucketId}/${asset.objectPath}`;

export const previewOf = (ref: string): string | undefined => previews.get(ref);

/** What the post is to carry. Waits until the image is there. */
export async function imageParams(): Promise<{
  mediaRefs?: string[];
  mediaMetadata?: { altText: string }[];
}> {
  const asset = await upload?.done;
  if (!asset) return {};
  return {
    mediaRefs: [refOf(asset)],
    ...(altText.value ? { mediaMetadata: [{ altText: altText.value }] } : {}),
  };
}

export function clearImage(): void {
  upload?.controller.abort();
  upload = undefined;
  input.value = '';
  altText.value = '';
  card.hidden = true;
}

/** Sends the file at once, while its user goes on writing. */
export function listenForImages(socialSetId: string): void {
  byId('image-remove', HTMLButtonElement).addEventListener('click', () => {
    clearImage();
    announce('The image was removed.');
    input.focus();
  });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    upload?.controller.abort();
    upload = undefined;
    card.hidden = !file;
    if (!file) return;
    preview.src = URL.createObjectURL(file);
    name.textContent = file.name;
    const controller = new AbortController();
    upload = { controller, done: send(file, socialSetId, controller.signal) };
  });
}

async function send(file: File, socialSetId: string, signal: AbortSignal): Promise<MediaAsset | undefined> {
  progress.value = 0;
  state.textContent = 'Uploading…';
  try {
    const asset = await client.mediaAssets.upload(
      {
        socialSetId,
        file,
        onProgress: ({ fraction }) => {
          if (signal.aborted) return;
          progress.value = fraction;
          state.textContent = `Uploading… ${Math.round(fraction * 100)} %`;
        },
      },
      { signal },
    );
    previews.set(refOf(asset), URL.createObjectURL(file));
    state.textContent = `Uploaded, ${Math.ceil(file.size / 1024)} kB`;
    announce(`${file.name} is uploaded.`);
    return asset;
  } catch (error) {
    if (signal.aborted) return undefined;
    state.textContent = error instanceof SocialPublishingError ? error.message : 'The upload failed.';
    announce('The upload failed.');
    return undefined;
  }
}
