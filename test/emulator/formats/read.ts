import type { JsonObject } from '../types'

export const record = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}

export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')
