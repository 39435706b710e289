export { createSandbox, type Sandbox } from './sandbox.ts';
export type {
  Fault,
  FaultInjection,
  PublishedPost,
  PublishInjection,
  PublishOutcome,
  RecordedRequest,
  RecordedUpload,
  SandboxAccount,
  SandboxAccountOptions,
  SandboxApiKey,
  SandboxOptions,
  SandboxQuotas,
  SandboxSocialSet,
  SandboxSocialSetOptions,
} from './types.ts';
