// Sets the colour scheme before anything is painted. A file of its own, because the content security policy allows no inline script.
(function () {
  var chosen = "auto";
  try {
    chosen = localStorage.getItem("manilla.colour-scheme") || "auto";
  } catch {
    // Storage may be closed to us; the device's scheme will do.
  }
  var isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();
