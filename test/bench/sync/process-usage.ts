import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Of another process, all its threads together; from /proc, so on Linux. */
export interface ProcessUsage {
  cpuMs(): number
  residentBytes(): number
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** @param pid a process, or one thread of it as `<process>/task/<thread>`. */
export function usageOf(pid: number | string): ProcessUsage {
  return {
    cpuMs: () => {
      // The name in parentheses may hold spaces: the fields are counted after it.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')
      return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
    },
    residentBytes: () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024,
  }
}
