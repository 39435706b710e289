// The values that a sample may use without saying where they come from. One that declares a name itself shadows it.
import type {
  SocialPublishing as Client,
  CreatePostParams,
  Folder,
  Post,
  PublishTargetParams,
  SocialPublishingError,
} from 'social-publishing';
import type { Sandbox } from 'social-publishing/sandbox';

declare global {
  const client: Client;
  const sandbox: Sandbox;
  const apiKey: string;
  const baseUrl: string;
  const socialSetId: string;
  const bucketId: string;
  const objectPath: string;
  const socialAccountId: string;
  const publishTargets: PublishTargetParams[];
  const params: CreatePostParams;
  const items: CreatePostParams[];
  const posts: CreatePostParams[];
  const post: Post;
  const postId: string;
  const folder: Folder;
  const id: string;
  const error: SocialPublishingError;
  const signal: AbortSignal;
  const image: Blob;
  const images: Blob[];
  const bytes: Uint8Array<ArrayBuffer>;
  /** An issue of the application's newsletter. */
  const issue: { readonly id: string };
  /** Things that the reader's application does. */
  function publishReleaseNotes(): Promise<void>;
}
