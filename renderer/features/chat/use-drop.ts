import { useEffect, useState } from 'react'
import { filesOfTransfer } from './transfer-files'

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Files may be dropped anywhere in the window; true while some are held over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    // Every child that is entered fires too: the window is left when all of them are.
    let entered = 0
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      entered += 1
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      entered = Math.max(0, entered - 1)
      if (entered === 0) setOver(false)
    }
    const over = (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      entered = 0
      setOver(false)
      onFiles(filesOfTransfer(event.dataTransfer))
    }
    const listeners = [['dragenter', enter], ['dragleave', leave], ['dragover', over], ['drop', drop]] as const
    for (const [name, listener] of listeners) window.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener)
    }
  }, [onFiles])
  return isOver
}
