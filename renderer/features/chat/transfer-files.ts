import { attachableTypes } from '@shared/providers/media'

/** What a file dialog offers: by type, and by the names of files whose type systems do not know. */
export const accepted = [...attachableTypes, ...['.pdf', '.wav', '.mp3', '.m4a', '.aac', '.ogg', '.oga', '.opus', '.flac', '.weba', '.mp4', '.m4v', '.mov', '.mpg', '.mpeg', '.webm']].join(',')

/** The files of a paste or a drop; text stays text. */
export const filesOfTransfer = (transfer: DataTransfer | null): readonly File[] => [...(transfer?.files ?? [])]

/** Of a paste: a file of another kind may stand beside text that is meant (as of a spreadsheet). */
export const mayBeAttached = ({ type }: File): boolean => type === '' || type === 'application/pdf' || /^(?:image|audio|video)\//.test(type)
