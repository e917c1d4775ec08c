"""A test of what a file says. The rules for scripts would download others."""

def _says_test(ctx):
    ctx.actions.write(
        output = ctx.outputs.executable,
        content = "#!/bin/sh\ngrep -F '%s' %s\n" % (ctx.attr.words, ctx.file.file.short_path),
        is_executable = True,
    )
    return [DefaultInfo(runfiles = ctx.runfiles(files = [ctx.file.file]))]

says_test = rule(
    implementation = _says_test,
    test = True,
    attrs = {
        "file": attr.label(allow_single_file = True),
        "words": attr.string(),
    },
)
