import { statementOf } from '@shared/memory/profile-markdown'

/** A line as it is read: without its bullet, and without marks of emphasis that would only be seen as signs. */
export const readable = (line: string): string => statementOf(line).replace(/(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1/g, '$2')
