import type { FailureCode } from '@shared/errors'

/** Figures that a message may use, already written in the language; null where the other side did not say. */
export interface FailureFacts {
  /** "12 s": how long to wait. */
  readonly wait: string | null
  /** "200k" tokens or "32 MB", by the code. */
  readonly limit: string | null
}

interface FailureText {
  readonly message: (facts: FailureFacts) => string
  /** The one thing to do about it. */
  readonly action: string
}

export const errors: Record<FailureCode, FailureText> = {
  'key-rejected': { message: () => 'The provider rejected the key.', action: 'Change the key' },
  permission: { message: () => 'This key may not use this model.', action: 'Choose another model' },
  'region-blocked': { message: () => 'The provider does not serve this model where you are.', action: 'Choose another model' },
  'out-of-credit': {
    message: () => 'The account has no credit left. Add credit with the provider, then try again.',
    action: 'Try again',
  },
  'rate-limited': {
    message: ({ wait }) =>
      wait === null ? 'Too many requests for now. Wait a moment.' : `Too many requests for now. The provider asks for ${wait}.`,
    action: 'Try again',
  },
  overloaded: { message: () => 'The provider is overloaded right now.', action: 'Try again' },
  'context-too-long': {
    message: ({ limit }) =>
      limit === null
        ? 'The conversation is longer than this model can read.'
        : `The conversation is longer than the ${limit} tokens this model can read.`,
    action: 'Choose a larger model',
  },
  'content-filtered': { message: () => 'The provider’s filter stopped this answer.', action: 'Edit the question' },
  'model-not-found': { message: () => 'The provider does not know this model.', action: 'Choose another model' },
  'bad-request': { message: () => 'The provider did not accept the request.', action: 'Choose another model' },
  'server-error': { message: () => 'The provider had an error of its own.', action: 'Try again' },
  timeout: { message: () => 'The provider took too long to answer.', action: 'Try again' },
  network: { message: () => 'The provider could not be reached.', action: 'Try again' },
  offline: { message: () => 'This device is offline.', action: 'Try again' },
  'proxy-failed': { message: () => 'The proxy of this provider could not make the connection.', action: 'Try again' },
  'proxy-login': { message: () => 'The proxy of this provider refused the login.', action: 'Change the proxy' },
  'wrong-address': { message: () => 'There is no model service at this address.', action: 'Check the address' },
  'clock-wrong': {
    message: () => 'The clock of this computer is wrong, so no secure connection can be made. Set it, then try again.',
    action: 'Try again',
  },
  'stream-cut': { message: () => 'The connection broke in the middle of the answer.', action: 'Continue' },
  'output-limit': { message: () => 'The answer reached the model’s length limit.', action: 'Continue' },
  'malformed-response': { message: () => 'The provider’s answer could not be read.', action: 'Try again' },
  cancelled: { message: () => 'Stopped.', action: 'Try again' },
  'no-model': { message: () => 'No model is set up yet.', action: 'Add a model' },
  'no-key': { message: () => 'There is no key for this provider.', action: 'Add a key' },
  'attachment-unsupported': { message: () => 'This model cannot read the attached file.', action: 'Choose another model' },
  'attachment-too-large': {
    message: ({ limit }) => (limit === null ? 'The file is too large.' : `The file is larger than ${limit}.`),
    action: 'Remove the file',
  },
  'session-busy': { message: () => 'An answer is still being written in this session.', action: 'Try again' },
  'storage-full': {
    message: () => 'The disk is full. Nothing older is lost, but new work cannot be saved.',
    action: 'See storage',
  },
  'storage-failed': { message: () => 'This could not be saved.', action: 'Try again' },
  'not-found': { message: () => 'This is no longer here.', action: 'Start a new session' },
  'key-storage-unavailable': {
    message: () => 'This computer offers no safe place for keys.',
    action: 'Choose how keys are kept',
  },
  'url-not-allowed': { message: () => 'The key may not be sent to this address.', action: 'Check the address' },
  'invalid-input': { message: () => 'Something in this entry is not right.', action: 'Correct it' },
  'not-supported-here': { message: () => 'This is not possible here.', action: 'OK' },
  internal: { message: () => 'Something went wrong inside Commonplace.', action: 'Copy details' },
}
