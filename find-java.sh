# Read by ./rota and ./mvnw. Finds a Java that is new enough, although 'java' may be an older one.
java_needed=25

# Sets version to that of a Java's home, or to 0. Its release file is read in no time; starting a JVM to ask takes as long as a command.
read_version() {
  version=
  if [ -r "$1/release" ]; then
    while IFS='=' read -r key value; do
      [ "$key" != JAVA_VERSION ] || version=$value
    done <"$1/release"
    version=${version#\"}
  else
    version=$("$1/bin/java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
  fi
  version=${version%%[!0-9]*}
  version=${version:-0}
}

# Sets java_home to a Java that has bin/$2: the one of JAVA_HOME, else that of the PATH, else the oldest that is new enough
# of those in the usual places. Where there is none, says as $1 what to install, and returns 1.
find_java() {
  java_home=
  found=
  path=$(command -v java)
  path=$(readlink -f "$path" 2>/dev/null || printf '%s' "$path")
  oldest=
  for candidate in "${JAVA_HOME:-}" "${path%/bin/java}" /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/java/* /opt/*jdk* \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    [ -n "$candidate" ] && [ -x "$candidate/bin/$2" ] || continue
    read_version "$candidate"
    if [ "$version" -lt "$java_needed" ]; then
      found="$found $candidate ($version)"
    elif [ "$candidate" = "${JAVA_HOME:-}" ] || [ "$candidate" = "${path%/bin/java}" ]; then
      java_home=$candidate
      return 0
    elif [ -z "$oldest" ] || [ "$version" -lt "$oldest" ]; then
      oldest=$version
      java_home=$candidate
    fi
  done
  [ -z "$java_home" ] || return 0
  printf '%s\n' "$1: no Java $java_needed or newer with bin/$2 is here${found:+; there is$found}" \
    "  → install a JDK $java_needed (Debian: openjdk-$java_needed-jdk-headless, or temurin-$java_needed-jdk of Adoptium), or let JAVA_HOME point to one" >&2
  return 1
}
