/** Longest time that a timer takes (2^31 - 1 ms): waiting is ended by our own watch, never by an SDK. */
export const noSdkTimeoutMs = 2_147_483_647
