/**
 * The script of pages with a field for a password: shows what was typed, and hides it again. It must
 * not contain `"`, `&` or `<`, because it is inserted into the page without escaping.
 */
export const passwordScript = `
'use strict';
for (const button of document.querySelectorAll('button.show')) {
  const field = document.getElementById(button.getAttribute('aria-controls'));
  const show = button.textContent;
  button.hidden = false;
  button.addEventListener('click', () => setShown(field.type === 'password'));
  /* Browsers remember text for other forms, but no passwords. */
  field.form.addEventListener('submit', () => setShown(false));

  function setShown(isShown) {
    field.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? button.dataset.hide : show;
  }
}
`
