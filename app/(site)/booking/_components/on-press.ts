/** The click handler of a link that also works without JavaScript. */
export const onPress = (act: () => void) => (event: React.MouseEvent) => {
  event.preventDefault()
  act()
}
