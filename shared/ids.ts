import { monotonicFactory } from 'ulid'
import * as z from 'zod'
import type { Clock } from './clock'

type Brand<Name extends string> = string & { readonly __brand: Name }

export type SessionId = Brand<'SessionId'>
export type MessageId = Brand<'MessageId'>
export type CallId = Brand<'CallId'>
export type DeviceId = Brand<'DeviceId'>
export type EntryId = Brand<'EntryId'>
export type SectionId = Brand<'SectionId'>
export type ModelProviderId = Brand<'ModelProviderId'>
export type CredentialId = Brand<'CredentialId'>
/** Lower-case hex SHA-256 of the bytes. */
export type FileHash = Brand<'FileHash'>

/** Parses a non-empty string as an id of one brand. */
export const idSchema = <Id extends string>() => z.string().min(1).max(200).transform((value) => value as Id)

/**
 * Makes ids that sort by time (ULID: 48 bits of milliseconds, 80 random bits), also within one millisecond.
 * One factory per window; ids of different windows and devices never collide in practice.
 */
export type IdFactory = <Id extends string>() => Id

export function createIdFactory(clock: Clock, random: () => number = createByteSource()): IdFactory {
  const next = monotonicFactory(random)
  return <Id extends string>() => next(clock.now()) as Id
}

/** Random numbers in [0, 1), a byte each, fetched many at a time: an id draws sixteen, and asking for each alone is slow. */
function createByteSource(): () => number {
  const bytes = new Uint8Array(256)
  let next = bytes.length
  return () => {
    if (next === bytes.length) {
      crypto.getRandomValues(bytes)
      next = 0
    }
    return (bytes[next++] ?? 0) / 256
  }
}
