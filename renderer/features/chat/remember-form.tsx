import { useState } from 'react'
import { localDateAt } from '@shared/clock'
import type { SectionId } from '@shared/ids'
import { topSectionId } from '@shared/memory/layout'
import { submit } from '@shared/memory/submit'
import { usualSection } from '@shared/memory/usual-section'
import { sentencesOf } from '@shared/memory/words/sentences'
import { topicOf } from '@shared/memory/words'
import { messageText } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { useChatMemoryText } from '@renderer/i18n/chat-memory-text'
import { useMemoryView } from '@renderer/parts/memory/memory-view'
import { useSectionTitle } from '@renderer/parts/memory/section-title'
import { useServices, type PathItem } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { Select } from '@renderer/ui/choices'
import { TextArea } from '@renderer/ui/text-field'
import { showToast } from '@renderer/ui/toasts'

interface RememberFormProps {
  item: PathItem
  /** The words that were marked in the message; null: none. */
  selection: string | null
  onClose: () => void
}

const longestLine = 500

/** Makes a line of memory from a message, in the person's words and at their wish. */
export default function RememberForm({ item, selection, onClose }: RememberFormProps) {
  const { memory, clock } = useServices()
  const { text } = useLocalisation()
  const words = useChatMemoryText()
  const { sections } = useMemoryView()
  const titleOf = useSectionTitle()
  const [quote] = useState(() => selection ?? firstSentence(messageText(item.parts)))
  const [line, setLine] = useState(() => plainLine(quote))
  const [chosen, setChosen] = useState<SectionId | null>(null)
  const usual = usualSection(line)
  const section = chosen ?? (sections.some(({ id }) => id === usual) ? usual : (sections[0]?.id ?? topSectionId))

  const save = () => {
    if (line.trim() === '') return
    const { row } = item
    const isOwn = row.role === 'user'
    // What is marked on the screen has no Markdown in it: it counts as said, as it is shown.
    const said = `${messageText(item.parts)}\n${quote}`
    const submitted = submit(
      memory.writer,
      {
        change: 'add',
        targets: [],
        sectionId: section,
        text: line,
        topic: topicOf(line),
        basis: 'explicit',
        isUntrusted: false,
        author: memory.writer.origin.author,
        provenance: [{ sessionId: row.sessionId, messageId: row.id, quote, at: row.createdAt }],
      },
      {
        sourceText: () => (isOwn ? said : null),
        otherText: () => (isOwn ? null : said),
        today: localDateAt(clock.now()),
        isByPerson: true,
      },
    )
    if ('refusal' in submitted) {
      showToast({ text: words.refused[submitted.refusal], tone: submitted.refusal === 'known' ? 'info' : 'error' })
      if (submitted.refusal !== 'known') return
    } else showToast({ text: words.saved })
    onClose()
  }

  return (
    <section aria-label={words.rememberTitle} className="flex w-full flex-col gap-2 rounded-lg border border-line bg-sunken p-3 text-left">
      <TextArea
        label={words.rememberLine}
        value={line}
        onChange={setLine}
        onEnter={save}
        onEscape={onClose}
        minRows={1}
        maxRows={5}
        maxLength={longestLine}
        autoFocus
      />
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Select
          label={words.rememberSection}
          isLabelHidden
          value={section}
          options={sections.map(({ id }) => ({ value: id, label: titleOf(id) }))}
          onChange={setChosen}
          className="min-w-40"
        />
        <div className="flex gap-2">
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button look="primary" disabled={line.trim() === ''} onClick={save}>
            {text.common.save}
          </Button>
        </div>
      </div>
    </section>
  )
}

const longestQuote = 300

const firstSentence = (message: string): string => (sentencesOf(message)[0]?.text ?? '').slice(0, longestQuote)

/** Without the signs of Markdown that a line of the profile has no use for. */
const plainLine = (words: string): string =>
  words
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+[.)])\s+/gm, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestLine)
