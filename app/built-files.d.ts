/** A file's text, and the URL of a file that the build copies (next.config.ts). */
declare module '*.built.txt' {
  const text: string
  export default text
}
declare module '*?url' {
  const url: string
  export default url
}
