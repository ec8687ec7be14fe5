/** Style sheets in place of those that the template of create-next-app loads from Google. */
const URL_START = 'https://fonts.googleapis.com/css2?family='

module.exports = Object.fromEntries(
  ['Geist', 'Geist Mono'].map((family) => [
    `${URL_START}${family.replace(' ', '+')}:wght@100..900&display=swap`,
    `@font-face { font-family: '${family}'; src: local('sans-serif'); }`,
  ]),
)
