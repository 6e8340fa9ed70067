import type { AnswerPart, BlockCounter } from './answer-decoder'
import { isValidJson } from './json'

/** A piece of a tool call as Chat Completions servers send it: anything may be missing. */
export interface ToolCallPiece {
  readonly index: number | null
  readonly id: string | null
  readonly name: string | null
  readonly argumentsText: string
}

interface OpenCall {
  readonly blockIndex: number
  readonly index: number | null
  id: string | null
  name: string | null
  argumentsText: string
  /** Said again behind complete arguments: a mere repetition, unless new arguments follow. */
  repeatedName: string | null
}

export interface ToolCallAssembler {
  accept(piece: ToolCallPiece): readonly AnswerPart[]
  /** The finished calls; `null` where a call has no name, so that nobody can tell what it meant. */
  finish(idBase: string): readonly AnswerPart[] | null
  readonly count: number
}

/**
 * Puts streamed tool calls together. Servers leave out ids or indexes, repeat them, put several calls on one
 * index, or send arguments before the name; the rule everywhere is that two calls never melt into one valid call:
 * where it cannot be told apart, the arguments end up as broken JSON, which is shown.
 */
export function createToolCallAssembler(blocks: BlockCounter): ToolCallAssembler {
  const calls: OpenCall[] = []

  const open = (piece: ToolCallPiece): OpenCall => {
    const name = piece.name === null ? ((callWithIndex(piece, calls) ?? calls.at(-1))?.repeatedName ?? null) : null
    const call: OpenCall = { blockIndex: blocks.open(), index: piece.index, id: null, name, argumentsText: '', repeatedName: null }
    calls.push(call)
    return call
  }

  return {
    accept(raw) {
      const piece = { ...raw, id: blankToNull(raw.id), name: blankToNull(raw.name) }
      const call = callOf(piece, calls) ?? open(piece)
      call.id ??= piece.id
      if (isMereName(piece) && call.name !== null && isValidJson(call.argumentsText)) call.repeatedName = piece.name
      call.name ??= piece.name
      call.argumentsText += piece.argumentsText
      return [{ type: 'tool-input-delta', blockIndex: call.blockIndex, name: call.name, text: piece.argumentsText }]
    },
    finish(idBase) {
      if (calls.some((call) => call.name === null)) return null
      const ids = uniqueIds(calls, idBase)
      return calls.map((call, position) => finishedCall(call, ids[position] ?? idBase))
    },
    get count() {
      return calls.length
    },
  }
}

export function toolCallPart(blockIndex: number, toolCallId: string, name: string, written: string): AnswerPart {
  const argumentsText = written.trim() === '' ? '{}' : written
  return { type: 'tool-call', blockIndex, toolCallId, name, argumentsText, isValidJson: isValidJson(argumentsText) }
}

const finishedCall = (call: OpenCall, id: string): AnswerPart =>
  toolCallPart(call.blockIndex, id, call.name ?? '', call.argumentsText)

/** The open call that a piece belongs to; null where it begins another. */
function callOf(piece: ToolCallPiece, calls: readonly OpenCall[]): OpenCall | null {
  const last = calls.at(-1)
  if (last === undefined) return null
  const sameIndex = callWithIndex(piece, calls)
  if (piece.id !== null) {
    const sameIdAnywhere = calls.findLast((call) => call.id === piece.id)
    const sameId = calls.findLast((call) => call.id === piece.id && (piece.index === null || call.index === piece.index))
    if (sameId !== undefined) return startsOver(piece, sameId) ? null : sameId
    // An id that is there on another index goes on under a wrong one, unless a name or a complete call says that it began anew.
    const goesOn = sameIdAnywhere !== undefined && piece.name === null && !isValidJson(sameIdAnywhere.argumentsText)
    if (goesOn) return sameIdAnywhere
    const isNamelessOpen = sameIndex !== undefined && sameIndex.id === null && !startsOver(piece, sameIndex)
    return isNamelessOpen ? sameIndex : null
  }
  if (piece.name !== null) return sameIndex === undefined || startsOver(piece, sameIndex) ? null : sameIndex
  return ownerOfArguments(piece, sameIndex, last)
}

const callWithIndex = (piece: ToolCallPiece, calls: readonly OpenCall[]): OpenCall | undefined =>
  piece.index === null ? calls.at(-1) : calls.findLast((call) => call.index === piece.index)

const isMereName = (piece: ToolCallPiece): boolean => piece.name !== null && piece.argumentsText === ''

/** Whether a named piece begins another call on the index (or id) of one that is already there. */
function startsOver(piece: ToolCallPiece, call: OpenCall): boolean {
  if (piece.name === null || call.name === null) return false
  if (piece.name !== call.name) return true
  return isValidJson(call.argumentsText) && piece.argumentsText !== ''
}

/** Bare arguments belong to the call of their index, unless that one is complete and the newest one is not. */
function ownerOfArguments(piece: ToolCallPiece, sameIndex: OpenCall | undefined, last: OpenCall): OpenCall | null {
  if (sameIndex !== undefined && !isValidJson(sameIndex.argumentsText)) return sameIndex
  if (!isValidJson(last.argumentsText)) return last
  const begins = piece.argumentsText.trimStart().startsWith('{')
  if (sameIndex === undefined) return begins ? null : last
  return begins && (piece.index === null || sameIndex.repeatedName !== null) ? null : sameIndex
}

/** Ids that are there and differ are kept; a missing or repeated one is made from the answer's own id. */
function uniqueIds(calls: readonly OpenCall[], idBase: string): readonly string[] {
  const taken = new Set<string>()
  return calls.map((call, position) => {
    const id = call.id !== null && !taken.has(call.id) ? call.id : madeToolCallId(idBase, position)
    taken.add(id)
    return id
  })
}

/** At most 40 characters of the alphabet that every service accepts in a tool call id. */
export function madeToolCallId(idBase: string, position: number): string {
  return `call_${idBase.replace(/[^A-Za-z0-9]/g, '').slice(-24)}_${position}`
}

const blankToNull = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text)
