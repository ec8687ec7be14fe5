// The words, names and keyboard patterns that most of the passwords consist of which published lists
// have among the most common ones. Runs such as `1234` and repetitions are found without a list.

const LIST = `
123321 123qwe 147258369 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz 1qaz2wsx 2wsx 3edc 246810 131313 112233
121212 123123 159357 741852963 789456123 963852741 1qazxsw2 zaq1 zaq12wsx qazwsx qwaszx asdzxc
abc123 a1b2c3 access account admin administrator adobe alexander amanda amazon andrea andrew angel angels
anthony apple arsenal asdf asdfgh asdfghjkl ashley austin azerty azertyuiop babygirl bailey banana barcelona
baseball basketball batman beautiful benjamin bigdog bonjour brandon butterfly buster carlos changeme charlie
cheese chelsea chicken chocolate chris christian computer contraseña cookie cowboy crystal dallas daniel
danielle david default diamond dolphin donald dragon elephant elizabeth eminem emmanuel estrella extreme facebook
family ferrari fishing flower football forever freedom friends fuckyou gabriel games ginger god golfer google
gordon guest guitar hallo hannah harley harrypotter heather hello hockey hola hottie hunter iceman iloveu
iloveyou instagram internet jackson jasmine jasper jennifer jessica jesus jonathan jordan joseph joshua juventus
justin killer kitten kitty letmein linkedin liverpool login london lovely lover loveme loveyou maggie manager
manchester marina marlboro martin master matrix matthew melissa mercedes merlin michael michelle mickey
microsoft minecraft monday money monika monkey mother motdepasse mustang mynoob naruto nathan naughty newyork nicole
nothing oliver orange p@ssw0rd p@ssword pa$$w0rd pa$$word pakistan parola pass passw0rd passwd password passwort
patrick peanut pepper phoenix player please pokemon porsche prince princess private purple qwer qwert qwerty
qwertyuiop qwertz qwertzuiop rachel rainbow ranger realmadrid richard robert rockyou ronaldo root samantha samsung
samuel sandra scorpion secret senha server shadow silver simple slayer slipknot smokey snoopy soccer sophie
spiderman spring starwars steelers stella summer sunday sunflower sunshine super superman superstar support
sweet sweety target taylor teddy test tester testing thomas thunder tiger tigger tinkerbell trustno1 twitter
user vanessa victoria vincent voetbal welcome whatever william windows winner winter wizard wordpass yamaha yankees
youtube zxcvb zxcvbn zxcvbnm autumn january february march april may june july august september october
november december monday tuesday wednesday thursday friday saturday love world good
`

/** In lower case. */
export const COMMON_WORDS: readonly string[] = [...new Set(LIST.trim().split(/\s+/))]
