/** The only way to the console. */
export const log = {
  info: (text: string) => console.log(text),
  error: (text: string) => console.error(text),
}
