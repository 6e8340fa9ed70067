export { MemoryScreen } from './memory-screen'
