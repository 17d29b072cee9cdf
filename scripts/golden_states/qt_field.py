#!/usr/bin/python3
"""A window with one line and one text of Qt 5, whose program is as small as that. Of Debian's own Python, for which Debian has Qt."""

import sys

from PyQt5.QtWidgets import QApplication, QFormLayout, QLineEdit, QPlainTextEdit, QWidget

application = QApplication(sys.argv)
window = QWidget()
window.setWindowTitle("Qt field")
form = QFormLayout(window)
for label, widget in (("Name", QLineEdit()), ("Notes", QPlainTextEdit())):
    widget.setAccessibleName(label)
    form.addRow(label, widget)
window.show()
sys.exit(application.exec())
