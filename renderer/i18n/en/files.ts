import type { MediaKind } from '@shared/providers/model-provider'

/** What files are called as things that a model reads: "does not read PDF". */
const kinds: Record<MediaKind, string> = { image: 'images', pdf: 'PDF', audio: 'audio', video: 'video' }

/** Words of attached files; they load with the first of them. */
export const files = {
  kinds,
  /** One of them, in its chip. */
  kindOne: { image: 'Image', pdf: 'PDF', audio: 'Audio', video: 'Video' } as Record<MediaKind, string>,
  other: 'File',
  /** As a list in a sentence: "images, PDF". */
  list: (kindNames: readonly string[]) => kindNames.join(', '),
  pages: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
  doesNotRead: (kindNames: string) => `does not read ${kindNames}`,
  cannotBeSent: (model: string, names: string, kindNames: string) => `${model} does not read ${kindNames}: ${names} cannot be sent to it.`,
  noForm: (model: string, names: string) => `${names} is in a format that cannot be sent to ${model}.`,
  notKnown: (model: string, kindNames: string) => `It is not known whether ${model} reads ${kindNames}. It will be tried.`,
  removeThem: 'Remove',
  refusedKind: (name: string) => `${name} cannot be attached. Images (PNG, JPEG, WebP, GIF), PDF, audio and video can.`,
  refusedSize: (name: string, limit: string) => `${name} is larger than ${limit}.`,
  refusedEmpty: (name: string) => `${name} is empty.`,
  unreadable: (name: string) => `${name} could not be read.`,
  save: (name: string) => `Save ${name}`,
  play: (name: string) => `Play ${name}`,
  cannotPlay: 'This file cannot be played here.',
}
